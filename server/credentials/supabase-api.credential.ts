import { defineCredential } from '#server/engine/define-node.ts'

export const supabaseApi = defineCredential({
  name: 'supabaseApi',
  label: 'Supabase API',
  version: 1,
  description: 'The service key of a project, from its settings at Supabase.',
  inputs: {
    supabaseApiKey: { label: 'Supabase API Key', type: 'password' },
  },
})
