export const apiInputs = {
  model: { label: 'Language Model', type: 'BaseLanguageModel' },
  apiDocs: {
    label: 'API Documentation',
    type: 'string',
    description: 'API documentation with full URLs. Only these servers are called.',
    rows: 4,
    placeholder: 'GET https://api.example.com/v1/weather?city=… returns the weather of a city.',
  },
  headers: {
    label: 'Headers',
    type: 'json',
    description: 'Sent with the request.',
    optional: true,
    additionalParams: true,
  },
} as const

export const urlPrompt = { label: 'URL Prompt', type: 'string', rows: 4, additionalParams: true } as const

export const ansPrompt = { label: 'Answer Prompt', type: 'string', rows: 4, additionalParams: true } as const
