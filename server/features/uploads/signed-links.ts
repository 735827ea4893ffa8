import { createHmac, timingSafeEqual } from 'node:crypto'

/** Files of a conversation, by path. */
const FILE_PATH = '/api/v1/get-upload-file?'

export type LinkedFile = { flowId: string; chatId: string; fileName: string }
/** `expires`: seconds since 1970. */
export type Signed = { expires: string; signature: string }

type Deps = {
  secret: Buffer
  now: () => Date
  /** This server, without a trailing slash. */
  publicUrl(): string
}

/** As long as WhatsApp keeps the files that it was sent. */
const LIFETIME_SECONDS = 30 * 24 * 60 * 60

/** Addresses of files that open without access to the flow until they expire, for readers on other platforms. */
export function createSignedLinks({ secret, now, publicUrl }: Deps) {
  function sign({ flowId, chatId, fileName }: LinkedFile, expires: string) {
    // The same secret signs browser tokens, which never begin like this.
    const signed = JSON.stringify(['file link', flowId, chatId, fileName, expires])
    return createHmac('sha256', secret).update(signed).digest()
  }

  function linkTo(file: LinkedFile): string {
    const expires = String(Math.floor(now().getTime() / 1_000) + LIFETIME_SECONDS)
    const query = new URLSearchParams({
      ...{ chatflowId: file.flowId, chatId: file.chatId, fileName: file.fileName },
      ...{ expires, signature: sign(file, expires).toString('base64url') },
    })
    return `${publicUrl()}${FILE_PATH}${query}`
  }

  function isValid(file: LinkedFile, { expires, signature }: Signed): boolean {
    const given = Buffer.from(signature, 'base64url')
    const expected = sign(file, expires)
    const isOpen = /^\d{1,12}$/.test(expires) && Number(expires) * 1_000 > now().getTime()
    return isOpen && given.length === expected.length && timingSafeEqual(given, expected)
  }

  return { linkTo, isValid }
}

export type SignedLinks = ReturnType<typeof createSignedLinks>
