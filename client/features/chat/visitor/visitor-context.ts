import { createContext, useContext } from 'react'
import type { Speaker } from '#client/components/use-speaker.ts'

/** What the flow's owner lets who chats do with an answer. */
export type VisitorActions = {
  flowId: string
  takesRatings: boolean
  /** Undefined where nobody reads aloud. */
  speaker: Speaker | undefined
}

const nothing: VisitorActions = { flowId: '', takesRatings: false, speaker: undefined }

export const VisitorContext = createContext<VisitorActions>(nothing)

export const useVisitorActions = () => useContext(VisitorContext)
