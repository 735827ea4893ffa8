import { isRecord } from '#shared/json.ts'
import type { RunEvent } from '#shared/runs.ts'
import type { RunFrames } from './agent-frames.ts'
import type { Reply } from './questions.ts'

const PATH = '/api/v1/get-upload-file?'

/** Leaves answers as they are, for readers on our own pages. */
export const ownLinks: FileLinks = { inFrames: (frames) => frames, inReply: (reply) => reply }

export type FileLinks = {
  inFrames(frames: RunFrames): RunFrames
  inReply(reply: Reply): Reply
}

/** Answers link files of their chat by path. Readers elsewhere need the origin of this server before it. */
export function fileLinksTo(origin: string | undefined): FileLinks {
  if (origin === undefined) {
    return ownLinks
  }
  const inText = (text: string) => text.replaceAll(`](${PATH}`, `](${origin}${PATH}`)
  const inEvent = (event: RunEvent): RunEvent =>
    event.type === 'token' ? { ...event, text: inText(event.text) } : event
  return {
    inFrames: (frames) => ({ ...frames, framesOf: (event) => frames.framesOf(inEvent(event)) }),
    inReply: (reply) => ({
      ...reply,
      ...(reply.text !== undefined && { text: inText(reply.text) }),
      ...(reply.fileAnnotations && {
        fileAnnotations: reply.fileAnnotations.map((file) =>
          isRecord(file) && typeof file.url === 'string' && file.url.startsWith(PATH)
            ? { ...file, url: origin + file.url }
            : file,
        ),
      }),
    }),
  }
}
