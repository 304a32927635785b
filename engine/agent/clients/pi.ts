// The extension of witness for pi: it reports events to witness and applies the replies.
// Written by `witness init pi`; `witness init pi --remove` deletes it.
import { spawnSync } from "node:child_process";

export default function (pi: any) {
  let pending = ""; // text to add to the next prompt
  let settles = false; // this version announces the end of a turn before it comes
  let kept = false; // the agent was kept from stopping in this turn

  // report runs witness and returns its reply, {} if there is none or anything fails.
  const report = (event: any, context: any): { deny?: string; append?: string } => {
    try {
      const manager = context.sessionManager;
      const ctx = { sessionId: manager.getSessionId(), sessionFile: manager.getSessionFile(), cwd: context.cwd };
      // Other members of an event are large or circular.
      const { type, toolName, toolCallId, input, content, details, isError, reason, source, prompt } = event;
      const active = kept;
      const payload = { hook_event_name: type, event: { type, toolName, toolCallId, input, content, details, isError, reason, source, prompt, active }, ctx };
      const run = spawnSync("witness", ["hook", "pi"], {
        input: JSON.stringify(payload),
        cwd: context.cwd,
        encoding: "utf8",
        maxBuffer: 1 << 20,
        stdio: ["pipe", "pipe", "ignore"],
        timeout: 2000,
        windowsHide: true,
      });
      return run.status === 0 && run.stdout ? JSON.parse(run.stdout) : {};
    } catch {
      return {};
    }
  };

  pi.on("session_start", async (event: any, ctx: any) => {
    pending = report(event, ctx).append ?? "";
  });
  pi.on("before_agent_start", async (event: any, ctx: any) => {
    const text = [pending, report(event, ctx).append].filter(Boolean).join("\n");
    pending = "";
    kept = false;
    if (text) return { message: { customType: "witness", content: text, display: true } };
  });
  pi.on("tool_call", async (event: any, ctx: any) => {
    const reason = report(event, ctx).deny;
    if (reason) return { block: true, reason };
  });
  pi.on("tool_result", async (event: any, ctx: any) => {
    const text = report(event, ctx).append;
    if (text) return { content: [...event.content, { type: "text", text }] };
  });
  pi.on("agent_before_settle", async (event: any, ctx: any) => {
    settles = true;
    const text = report(event, ctx).append;
    if (!text) return;
    kept = true;
    const message = { type: "custom_message", customType: "witness", content: [{ type: "text", text }], display: true };
    return { entries: [...(event.entries ?? []), message], continue: true };
  });
  for (const name of ["agent_end", "session_compact", "session_shutdown"]) {
    pi.on(name, async (event: any, ctx: any) => {
      if (name !== "agent_end" || !settles) report(event, ctx);
    });
  }
}
