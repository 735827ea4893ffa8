import type { NodeDefinition } from '#server/engine/define-node.ts'
import { awsChatBedrock } from './aws-chat-bedrock.node.ts'
import { azureChatOpenAI } from './azure-chat-open-ai.node.ts'
import { chatAnthropic } from './chat-anthropic.node.ts'
import { chatDeepseek } from './chat-deepseek.node.ts'
import { chatDefault } from './chat-default.node.ts'
import { chatGoogleGenerativeAI } from './chat-google-generative-ai.node.ts'
import { chatGoogleVertexAI } from './chat-google-vertex-ai.node.ts'
import { chatHuggingFace } from './chat-hugging-face.node.ts'
import { chatMistralAI } from './chat-mistral-ai.node.ts'
import { chatOllama } from './chat-ollama.node.ts'
import { chatOpenAI } from './chat-open-ai.node.ts'
import { flowtillDemoModel } from './flowtill-demo-model.node.ts'
import {
  chatCerebras,
  chatCohere,
  chatFireworks,
  chatOpenRouter,
  chatPerplexity,
  chatSambanova,
  chatTogetherAI,
  chatXAI,
  groqChat,
} from './hosted-models.ts'
import {
  azureChatOpenAI_LlamaIndex,
  chatAnthropic_LlamaIndex,
  chatGroq_LlamaIndex,
  chatMistral_LlamaIndex,
  chatOllama_LlamaIndex,
  chatOpenAI_LlamaIndex,
  chatTogetherAI_LlamaIndex,
} from './llama-index-models.ts'
import { chatLitellm, chatLocalAI, chatNvidiaNIM, chatOpenAICustom } from './own-server-models.ts'

export const chatModels: NodeDefinition[] = [
  chatDefault,
  flowtillDemoModel,
  chatOpenAI,
  azureChatOpenAI,
  chatAnthropic,
  chatGoogleGenerativeAI,
  chatOllama,
  chatMistralAI,
  groqChat,
  chatDeepseek,
  chatXAI,
  chatOpenRouter,
  chatTogetherAI,
  chatFireworks,
  chatPerplexity,
  chatCerebras,
  chatOpenAICustom,
  chatCohere,
  awsChatBedrock,
  chatGoogleVertexAI,
  chatHuggingFace,
  chatLocalAI,
  chatLitellm,
  chatNvidiaNIM,
  chatSambanova,
  chatOpenAI_LlamaIndex,
  azureChatOpenAI_LlamaIndex,
  chatAnthropic_LlamaIndex,
  chatGroq_LlamaIndex,
  chatMistral_LlamaIndex,
  chatTogetherAI_LlamaIndex,
  chatOllama_LlamaIndex,
]
