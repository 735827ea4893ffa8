import { readToken } from '#client/api/session.ts'
import type { SocketLike } from './connection.ts'

/** Browsers cannot send headers with a WebSocket, so the token is part of the address. */
export function openSocket(chatflowId: string, connectionId: string): SocketLike {
  const { protocol, host } = location
  const query = new URLSearchParams({ token: readToken() ?? '', connectionId })
  const base = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`
  return new WebSocket(
    `${base}/api/v1/view-messages/${encodeURIComponent(chatflowId)}/ws?${query}`,
  ) as unknown as SocketLike
}
