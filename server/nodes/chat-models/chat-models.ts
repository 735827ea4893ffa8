import type { NodeDefinition } from '#server/engine/define-node.ts'
import { awsChatBedrock } from './aws-chat-bedrock.node.ts'
import { azureChatOpenAI } from './azure-chat-open-ai.node.ts'
import { chatAnthropic } from './chat-anthropic.node.ts'
import { chatCerebras } from './chat-cerebras.node.ts'
import { chatCohere } from './chat-cohere.node.ts'
import { chatDeepseek } from './chat-deepseek.node.ts'
import { chatDefault } from './chat-default.node.ts'
import { chatFireworks } from './chat-fireworks.node.ts'
import { chatGoogleGenerativeAI } from './chat-google-generative-ai.node.ts'
import { chatGoogleVertexAI } from './chat-google-vertex-ai.node.ts'
import { chatHuggingFace } from './chat-hugging-face.node.ts'
import { chatLitellm } from './chat-litellm.node.ts'
import { chatLocalAI } from './chat-local-ai.node.ts'
import { chatMistralAI } from './chat-mistral-ai.node.ts'
import { chatNvidiaNIM } from './chat-nvidia-nim.node.ts'
import { chatOllama } from './chat-ollama.node.ts'
import { chatOpenAI } from './chat-open-ai.node.ts'
import { chatOpenAICustom } from './chat-open-ai-custom.node.ts'
import { chatOpenRouter } from './chat-open-router.node.ts'
import { chatPerplexity } from './chat-perplexity.node.ts'
import { chatSambanova } from './chat-sambanova.node.ts'
import { chatTogetherAI } from './chat-together-ai.node.ts'
import { chatXAI } from './chat-xai.node.ts'
import { flowtillDemoModel } from './flowtill-demo-model.node.ts'
import { groqChat } from './groq-chat.node.ts'
import {
  azureChatOpenAI_LlamaIndex,
  chatAnthropic_LlamaIndex,
  chatGroq_LlamaIndex,
  chatMistral_LlamaIndex,
  chatOllama_LlamaIndex,
  chatOpenAI_LlamaIndex,
  chatTogetherAI_LlamaIndex,
} from './llama-index-models.ts'

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
