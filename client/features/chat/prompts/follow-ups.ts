import { readFollowUps } from '#client/chatbot/state/follow-ups.ts'
import type { Exchange } from '../run/conversation.ts'

export function followUpsOf(last: Exchange | undefined): string[] {
  const { live, stored } = last ?? {}
  return readFollowUps(live ? live.turn.followUpPrompts : stored?.followUpPrompts)
}
