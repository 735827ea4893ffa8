import { huggingFaceApi } from '#server/credentials/hugging-face-api.credential.ts'
import { stopSequence } from './common-inputs.ts'
import { huggingFaceInputs, huggingFaceSettings } from './hugging-face-inputs.ts'
import { chatModel } from './model-node.ts'
import { readList } from './read-settings.ts'

export const chatHuggingFace = chatModel({
  name: 'chatHuggingFace',
  label: 'Hugging Face',
  version: 3,
  description: 'Open model on Hugging Face or on your own endpoint there.',
  classes: ['ChatHuggingFace', 'BaseChatModel', 'LLM', 'BaseLLM'],
  credential: huggingFaceApi,
  inputs: { ...huggingFaceInputs, stop: stopSequence },
  settings: (inputs, credential) => ({
    ...huggingFaceSettings(inputs, credential),
    stopSequences: readList(inputs.stop),
  }),
})
