/** Inputs of both API chains, under the names flow files know. */
export const apiInputs = {
  model: { label: 'Language Model', type: 'BaseLanguageModel' },
  apiDocs: {
    label: 'API Documentation',
    type: 'string',
    description: 'How the API works, with its full address: no other server is called.',
    rows: 4,
    placeholder: 'GET https://api.example.com/v1/weather?city=… gives the weather of a city.',
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
