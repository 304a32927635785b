// witness in opencode: it tells witness what the agent does and passes on what witness says.
// Written by `witness init opencode`; `witness init opencode --remove` deletes it.
import { spawnSync } from "node:child_process"

export const Witness = async ({ directory }) => {
  const parents = new Map() // a subagent's session → the session that it belongs to
  const unsaid = new Map() // session → what is still to be said in it

  // Whatever goes wrong here, the agent goes on: no reply is an empty one.
  const tell = (event, session, payload) => {
    try {
      const run = spawnSync("witness", ["hook", "opencode"], {
        input: JSON.stringify({ hook_event_name: event, directory, parentID: parents.get(session), ...payload }),
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
    const reply = tell("event:session.created", session, { properties: { sessionID: session, info } })
    if (reply.append) unsaid.set(session, reply.append)
  }

  return {
    event: async ({ event }) => {
      const session = event.properties?.sessionID ?? event.properties?.info?.id
      if (event.type === "session.created") started(session, event.properties.info)
      if (event.type === "session.idle") tell("event:session.idle", session, { properties: event.properties })
    },
    "chat.message": async (input, output) => {
      const reply = tell("chat.message", input.sessionID, { input, output })
      const text = [unsaid.get(input.sessionID), reply.append].filter(Boolean).join("\n")
      unsaid.delete(input.sessionID)
      const last = output.parts.at(-1)
      if (text && last) output.parts.push({ id: last.id + "w", sessionID: last.sessionID, messageID: last.messageID, type: "text", synthetic: true, text })
    },
    "tool.execute.before": async (input, output) => {
      const reply = tell("tool.execute.before", input.sessionID, { input, output })
      if (reply.deny) throw new Error(reply.deny)
    },
    "tool.execute.after": async (input, output) => {
      const reply = tell("tool.execute.after", input.sessionID, { input, output })
      if (!reply.append) return
      if (Array.isArray(output.content)) output.content.push({ type: "text", text: reply.append })
      else output.output = (output.output ?? "") + "\n\n" + reply.append
    },
    "experimental.session.compacting": async (input) => {
      tell("session.compacting", input.sessionID, { input })
    },
  }
}
