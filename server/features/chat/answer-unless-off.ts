import type { Turn } from '#server/engine/call-context.ts'
import type { OpenRun } from '#server/features/runs/runs.service.ts'
import type { Reply } from './questions.ts'

type Answer = { run: OpenRun; turn: Turn; answer(): Promise<Reply> }

/** Stores the question alone while an operator answers in the conversation. */
export async function answerUnlessOff(answer: Answer): Promise<Reply> {
  const { run, turn } = answer
  return (await run.enter()) ? answerUnlessTakenOver(answer) : leaveToOperator(run, turn)
}

export async function leaveToOperator(run: OpenRun, turn: Turn): Promise<Reply> {
  await run.leaveToOperator()
  return silentReply(turn)
}

/** An answer that an operator has overtaken is neither sent nor reported as an error. */
export async function answerUnlessTakenOver({ run, turn, answer }: Answer): Promise<Reply> {
  try {
    const reply = await answer()
    return run.isWithheld() ? silentReply(turn) : reply
  } catch (error) {
    if (run.permit.isRevoked()) {
      return silentReply(turn)
    }
    throw error
  }
}

function silentReply({ question, chatId, sessionId, messageId: chatMessageId }: Turn): Reply {
  return { text: '', question, chatId, chatMessageId, sessionId, aiDisabled: true }
}
