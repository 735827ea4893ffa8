import type { Prediction } from '#shared/chat.ts'

/** Runs that nobody asks a question start with this. */
export const noPrediction: Prediction = {
  question: '',
  streaming: false,
  history: [],
  overrideConfig: {},
  uploads: [],
}
