import { trpc } from '#client/api/trpc.ts'

/** Kinds of credentials that assistants run with. */
export const credentialKinds = ['openAIApi', 'azureOpenAIApi'] as const

/** Whether a credential is one of Azure. Unknown credentials are taken for OpenAI's. */
export function useIsAzure(credential: string): boolean {
  const stored = trpc.credentials.list.useQuery({ credentialName: [...credentialKinds] }, { staleTime: 0 })
  return stored.data?.find(({ id }) => id === credential)?.credentialName === 'azureOpenAIApi'
}
