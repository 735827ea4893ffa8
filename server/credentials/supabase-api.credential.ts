import { defineCredential } from '#server/engine/define-node.ts'

export const supabaseApi = defineCredential({
  name: 'supabaseApi',
  label: 'Supabase API',
  version: 1,
  description: 'The service key from the settings of your Supabase project.',
  inputs: {
    supabaseApiKey: { label: 'Supabase API Key', type: 'password' },
  },
})
