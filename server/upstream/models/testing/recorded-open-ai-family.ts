import type { ModelSettings } from '#server/engine/ports.ts'
import type { Usage } from '#shared/runs.ts'
import type { Reply } from './wire-server.ts'

const withUsage = { stream_options: { include_usage: true } }

export function chunk(delta: object, finish_reason: string | null = null) {
  return { id: 'c1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] }
}

export function usageOf(some: Partial<Usage>): Usage {
  return { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, ...some }
}

type Recorded = {
  provider: string
  name: string
  address: string
  settings?: Partial<ModelSettings>
  request: object
  stream: unknown[]
  reply: { text: string; reasoning?: string; usage: Usage }
  rejection: Reply & { status: number }
  message: string
}

// Responses as the providers send them today; ignored fields (citations, timings, costs) are included.
export const recorded: Recorded[] = [
  {
    provider: 'groq',
    name: 'Groq',
    address: 'https://api.groq.com/openai/v1',
    request: withUsage,
    stream: [
      { ...chunk({ role: 'assistant', content: '' }), x_groq: { id: 'req_1' } },
      chunk({ reasoning: 'Hm. ', channel: 'analysis' }),
      chunk({ content: 'Good day' }),
      {
        ...chunk({}, 'stop'),
        x_groq: {
          id: 'req_1',
          usage: { queue_time: 0.01, prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
        },
      },
      '[DONE]',
    ],
    reply: { text: 'Good day', reasoning: 'Hm. ', usage: usageOf({ input: 12, output: 5 }) },
    rejection: {
      status: 429,
      body: {
        error: {
          message: 'Rate limit reached for model in organization',
          type: 'tokens',
          code: 'rate_limit_exceeded',
        },
      },
    },
    message: 'Groq answered 429: Rate limit reached for model in organization.',
  },
  {
    provider: 'mistral',
    name: 'Mistral',
    address: 'https://api.mistral.ai/v1',
    settings: { providerOptions: { random_seed: 7, safe_prompt: true } },
    request: { random_seed: 7, safe_prompt: true },
    stream: [
      chunk({ role: 'assistant', content: '' }),
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm. ' }] }] }),
      chunk({
        content: [
          { type: 'reference', reference_ids: [1] },
          { type: 'text', text: 'Good ' },
        ],
      }),
      {
        ...chunk({ content: 'day' }, 'stop'),
        usage: { prompt_tokens: 12, total_tokens: 17, completion_tokens: 5 },
      },
      '[DONE]',
    ],
    reply: { text: 'Good day', reasoning: 'Hm. ', usage: usageOf({ input: 12, output: 5 }) },
    rejection: {
      status: 422,
      body: {
        object: 'error',
        message: {
          detail: [
            {
              type: 'extra_forbidden',
              loc: ['body', 'top_k'],
              msg: 'Extra inputs are not permitted',
              input: 5,
            },
          ],
        },
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    },
    message: 'Mistral answered 422: top_k: Extra inputs are not permitted.',
  },
  {
    provider: 'deepseek',
    name: 'DeepSeek',
    address: 'https://api.deepseek.com',
    request: withUsage,
    stream: [
      chunk({ role: 'assistant', content: null, reasoning_content: 'Hm. ' }),
      chunk({ content: 'Good day', reasoning_content: null }),
      {
        ...chunk({ content: '' }, 'stop'),
        usage: {
          prompt_tokens: 100,
          completion_tokens: 20,
          total_tokens: 120,
          prompt_cache_hit_tokens: 64,
          prompt_cache_miss_tokens: 36,
          completion_tokens_details: { reasoning_tokens: 12 },
        },
      },
      '[DONE]',
    ],
    reply: {
      text: 'Good day',
      reasoning: 'Hm. ',
      usage: usageOf({ input: 36, cacheRead: 64, output: 20, reasoning: 12 }),
    },
    rejection: {
      status: 402,
      body: {
        error: { message: 'Insufficient Balance', type: 'unknown_error', code: 'invalid_request_error' },
      },
    },
    message: 'DeepSeek answered 402: Insufficient Balance.',
  },
  {
    provider: 'xai',
    name: 'xAI',
    address: 'https://api.x.ai/v1',
    request: withUsage,
    stream: [
      chunk({ role: 'assistant', reasoning_content: 'Hm. ' }),
      chunk({ content: 'Good day' }),
      chunk({}, 'stop'),
      {
        choices: [],
        usage: {
          prompt_tokens: 10_120,
          completion_tokens: 1499,
          total_tokens: 14_428,
          prompt_tokens_details: { cached_tokens: 128 },
          completion_tokens_details: { reasoning_tokens: 2809 },
          cost_in_usd_ticks: 232_856_000,
        },
      },
      '[DONE]',
    ],
    reply: {
      text: 'Good day',
      reasoning: 'Hm. ',
      usage: usageOf({ input: 9992, cacheRead: 128, output: 4308, reasoning: 2809 }),
    },
    rejection: {
      status: 400,
      body: { code: 'Client specified an invalid argument', error: 'Argument not supported: stop' },
    },
    message: 'xAI answered 400: Argument not supported: stop.',
  },
  {
    provider: 'together',
    name: 'Together AI',
    address: 'https://api.together.xyz/v1',
    request: withUsage,
    stream: [
      { ...chunk({ role: 'assistant', content: 'Good ' }), usage: null },
      { choices: [{ index: 0, text: 'day', delta: { token_id: 1, content: 'day' }, finish_reason: null }] },
      {
        choices: [{ index: 0, text: '', delta: { content: '' }, finish_reason: 'eos' }],
        usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
      },
      '[DONE]',
    ],
    reply: { text: 'Good day', usage: usageOf({ input: 12, output: 5 }) },
    rejection: {
      status: 404,
      body: { id: 'o1', error: { message: 'Unable to access model llama', type: 'invalid_request_error' } },
    },
    message: 'Together AI answered 404: Unable to access model llama.',
  },
  {
    provider: 'fireworks',
    name: 'Fireworks',
    address: 'https://api.fireworks.ai/inference/v1',
    request: withUsage,
    stream: [
      chunk({ role: 'assistant' }),
      chunk({ content: 'Good day' }),
      chunk({}, 'stop'),
      {
        choices: [],
        usage: {
          prompt_tokens: 12,
          completion_tokens: 5,
          total_tokens: 17,
          prompt_tokens_details: { cached_tokens: 4 },
        },
      },
      '[DONE]',
    ],
    reply: { text: 'Good day', usage: usageOf({ input: 8, cacheRead: 4, output: 5 }) },
    rejection: {
      status: 404,
      body: { error: { object: 'error', type: 'invalid_request_error', message: 'Model not found' } },
    },
    message: 'Fireworks answered 404: Model not found.',
  },
  {
    provider: 'perplexity',
    name: 'Perplexity',
    address: 'https://api.perplexity.ai',
    settings: { topK: 5 },
    request: { top_k: 5 },
    stream: ['Good ', 'day'].map((content, index, parts) => ({
      citations: ['https://example.org/'],
      search_results: [{ title: 'Days', url: 'https://example.org/' }],
      choices: [
        {
          index: 0,
          delta: { role: 'assistant', content },
          message: { role: 'assistant', content: parts.slice(0, index + 1).join('') },
          finish_reason: index === 1 ? 'stop' : null,
        },
      ],
      usage: {
        prompt_tokens: 12,
        completion_tokens: index + 4,
        total_tokens: index + 16,
        search_context_size: 'low',
        cost: { total_cost: 0.005 },
      },
    })),
    reply: { text: 'Good day', usage: usageOf({ input: 12, output: 5 }) },
    rejection: {
      status: 400,
      body: { error: { message: "Invalid model 'sonar-tiny'", type: 'invalid_model', code: 400 } },
    },
    message: "Perplexity answered 400: Invalid model 'sonar-tiny'.",
  },
  {
    provider: 'openrouter',
    name: 'OpenRouter',
    address: 'https://openrouter.ai/api/v1',
    settings: { headers: { 'X-Title': 'Shop' } },
    request: withUsage,
    stream: [
      chunk({ role: 'assistant', content: '', reasoning: 'Hm. ' }),
      chunk({ content: 'Good day', reasoning: null }),
      chunk({ content: '' }, 'stop'),
      {
        ...chunk({ content: '' }),
        usage: {
          prompt_tokens: 12,
          completion_tokens: 5,
          total_tokens: 17,
          cost: 0.00001,
          completion_tokens_details: { reasoning_tokens: 3 },
        },
      },
      '[DONE]',
    ],
    reply: { text: 'Good day', reasoning: 'Hm. ', usage: usageOf({ input: 12, output: 5, reasoning: 3 }) },
    rejection: {
      status: 400,
      body: {
        error: {
          message: 'Provider returned error',
          code: 400,
          metadata: { raw: '{"error":{"message":"Prompt is too long"}}', provider_name: 'Acme' },
        },
      },
    },
    message: 'OpenRouter answered 400: Provider returned error: Prompt is too long.',
  },
  {
    provider: 'cerebras',
    name: 'Cerebras',
    address: 'https://api.cerebras.ai/v1',
    request: withUsage,
    stream: [
      chunk({ role: 'assistant', reasoning: 'Hm. ' }),
      chunk({ content: 'Good day' }),
      {
        ...chunk({}, 'stop'),
        usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
        time_info: { queue_time: 0.001 },
      },
      '[DONE]',
    ],
    reply: { text: 'Good day', reasoning: 'Hm. ', usage: usageOf({ input: 12, output: 5 }) },
    rejection: {
      status: 404,
      body: {
        message: 'Model llama does not exist or you do not have access to it.',
        type: 'not_found_error',
        param: 'model',
        code: 'model_not_found',
      },
    },
    message: 'Cerebras answered 404: Model llama does not exist or you do not have access to it.',
  },
]
