import type { NodeDefinition } from '#server/engine/define-node.ts'
import { awsBedrock } from './aws-bedrock.node.ts'
import { azureOpenAI } from './azure-open-ai.node.ts'
import { cohere } from './cohere.node.ts'
import { fireworks } from './fireworks.node.ts'
import { googlevertexai } from './google-vertex-ai.node.ts'
import { huggingFaceInference_LLMs } from './hugging-face-inference.node.ts'
import { ollama } from './ollama.node.ts'
import { openAI } from './open-ai.node.ts'
import { replicate } from './replicate.node.ts'
import { sambanova } from './sambanova.node.ts'
import { togetherAI } from './together-ai.node.ts'

export const llms: NodeDefinition[] = [
  openAI,
  azureOpenAI,
  cohere,
  fireworks,
  huggingFaceInference_LLMs,
  ollama,
  replicate,
  togetherAI,
  awsBedrock,
  googlevertexai,
  sambanova,
]
