// The plugin of witness for opencode and Kilo: it reports events to witness and applies the replies.
// Written by `witness init opencode` or `witness init kilo`; with --remove it is deleted.
import { spawnSync } from "node:child_process"

const client = /[/\\]\.?kilo(code)?[/\\]plugins?[/\\][^/\\]*$/.test(import.meta.url) ? "kilo" : "opencode"

export const Witness = async ({ directory }) => {
  const parents = new Map() // a subagent's session -> its parent's session
  const pending = new Map() // session -> text to add to its next prompt
  const untitled = new Set() // sessions without a prompt yet: opencode makes the title from the first one
  const beside = new Map() // message -> text that the model reads with it and the title is not made from

  // report runs witness and returns its reply, {} if there is none or anything fails.
  const report = (event, session, payload) => {
    try {
      const run = spawnSync("witness", ["hook", client], {
        input: JSON.stringify({ hook_event_name: event, client, directory, parentID: parents.get(session), ...payload }),
        cwd: directory,
        encoding: "utf8",
        maxBuffer: 1 << 20,
        stdio: ["pipe", "pipe", "ignore"],
        timeout: 2000,
        windowsHide: true,
      })
      return run.status === 0 && run.stdout ? JSON.parse(run.stdout) : {}
    } catch {
      return {}
    }
  }

  const started = (session, info) => {
    if (info?.parentID) parents.set(session, parents.get(info.parentID) ?? info.parentID)
    untitled.add(session)
    const reply = report("event:session.created", session, { properties: { sessionID: session, info } })
    if (reply.append) pending.set(session, reply.append)
  }

  // What opencode tells no hook at the end of a turn: the tokens of its messages, how long questions about permissions waited, and
  // whether the user has interrupted it.
  const told = new Map() // session -> { used, asked, waited, aborted }
  const counted = new Set() // messages of turns that have ended
  const of = (session) => {
    if (!told.has(session)) told.set(session, { used: new Map(), asked: new Map(), waited: 0, aborted: new Set() })
    return told.get(session)
  }
  const hear = (event) => {
    const { info, sessionID, id, requestID } = event.properties ?? {}
    if (event.type === "message.updated" && info?.role === "assistant" && !counted.has(info.id)) {
      if (info.tokens) of(info.sessionID).used.set(info.id, { model: info.modelID, ...info.tokens })
      if (info.error?.name === "MessageAbortedError") of(info.sessionID).aborted.add(info.id)
    }
    if (event.type === "permission.asked") of(sessionID).asked.set(id, Date.now())
    if (event.type === "permission.replied" && of(sessionID).asked.has(requestID)) {
      of(sessionID).waited += Date.now() - of(sessionID).asked.get(requestID)
      of(sessionID).asked.delete(requestID)
    }
  }
  const take = (session) => {
    const { used, waited, aborted } = of(session)
    told.delete(session)
    for (const id of used.keys()) counted.add(id)
    return { used: [...used.values()], waited_ms: waited, interrupts: aborted.size }
  }

  const part = (last, text) => ({ id: last.id + "w", sessionID: last.sessionID, messageID: last.messageID, type: "text", synthetic: true, text })

  return {
    event: async ({ event }) => {
      const session = event.properties?.sessionID ?? event.properties?.info?.id
      if (event.type === "session.created") started(session, event.properties.info)
      hear(event)
      if (event.type === "session.idle") report("event:session.idle", session, { properties: event.properties, told: take(session) })
    },
    "chat.message": async (input, output) => {
      const reply = report("chat.message", input.sessionID, { input, output })
      const text = [pending.get(input.sessionID), reply.append].filter(Boolean).join("\n")
      pending.delete(input.sessionID)
      const last = output.parts.at(-1)
      const first = untitled.delete(input.sessionID)
      if (!text || !last) return
      if (first) beside.set(last.messageID, text)
      else output.parts.push(part(last, text))
    },
    "experimental.chat.messages.transform": async (input, output) => {
      for (const { info, parts } of output.messages) {
        const last = parts.at(-1)
        const text = beside.get(info.id)
        if (text && last && !parts.some((p) => p.text === text)) parts.push(part(last, text))
      }
    },
    "tool.execute.before": async (input, output) => {
      const reply = report("tool.execute.before", input.sessionID, { input, output })
      if (reply.deny) throw new Error(reply.deny)
    },
    "tool.execute.after": async (input, output) => {
      const reply = report("tool.execute.after", input.sessionID, { input, output })
      if (!reply.append) return
      if (Array.isArray(output.content)) output.content.push({ type: "text", text: reply.append })
      else output.output = (output.output ?? "") + "\n\n" + reply.append
    },
    "experimental.session.compacting": async (input, output) => {
      const reply = report("session.compacting", input.sessionID, { input })
      if (reply.append && Array.isArray(output?.context)) output.context.push(reply.append)
    },
  }
}
