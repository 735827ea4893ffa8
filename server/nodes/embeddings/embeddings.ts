import type { NodeDefinition } from '#server/engine/define-node.ts'
import { awsBedrockEmbeddings } from './aws-bedrock-embeddings.node.ts'
import { azureOpenAIEmbeddings } from './azure-open-ai-embeddings.node.ts'
import { azureOpenAIEmbeddingsLlamaIndex } from './azure-open-ai-embeddings-llama-index.node.ts'
import { cohereEmbeddings } from './cohere-embeddings.node.ts'
import { flowtillEmbeddings } from './flowtill-embeddings.node.ts'
import { googleGenerativeAiEmbeddings } from './google-generative-ai-embeddings.node.ts'
import { googlevertexaiEmbeddings } from './google-vertex-ai-embeddings.node.ts'
import { huggingFaceInferenceEmbeddings } from './hugging-face-inference-embeddings.node.ts'
import { jinaEmbeddings } from './jina-embeddings.node.ts'
import { localAIEmbeddings } from './local-ai-embeddings.node.ts'
import { mistralAIEmbeddings } from './mistral-ai-embeddings.node.ts'
import { ollamaEmbedding } from './ollama-embedding.node.ts'
import { openAIEmbeddingLlamaIndex } from './open-ai-embedding-llama-index.node.ts'
import { openAIEmbeddings } from './open-ai-embeddings.node.ts'
import { openAIEmbeddingsCustom } from './open-ai-embeddings-custom.node.ts'
import { togetherAIEmbedding } from './together-ai-embedding.node.ts'
import { voyageAIEmbeddings } from './voyage-ai-embeddings.node.ts'

export const embeddings: NodeDefinition[] = [
  awsBedrockEmbeddings,
  azureOpenAIEmbeddings,
  azureOpenAIEmbeddingsLlamaIndex,
  cohereEmbeddings,
  flowtillEmbeddings,
  googleGenerativeAiEmbeddings,
  googlevertexaiEmbeddings,
  huggingFaceInferenceEmbeddings,
  jinaEmbeddings,
  localAIEmbeddings,
  mistralAIEmbeddings,
  ollamaEmbedding,
  openAIEmbeddingLlamaIndex,
  openAIEmbeddingsCustom,
  openAIEmbeddings,
  togetherAIEmbedding,
  voyageAIEmbeddings,
]
