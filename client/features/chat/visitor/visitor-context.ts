import { createContext, useContext } from 'react'
import type { Speaker } from '#client/components/use-speaker.ts'

export type VisitorActions = {
  flowId: string
  takesRatings: boolean
  /** Undefined when the flow has no text-to-speech. */
  speaker: Speaker | undefined
}

const nothing: VisitorActions = { flowId: '', takesRatings: false, speaker: undefined }

export const VisitorContext = createContext<VisitorActions>(nothing)

export const useVisitorActions = () => useContext(VisitorContext)
