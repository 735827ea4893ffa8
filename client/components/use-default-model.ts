import { trpc } from '#client/api/trpc.ts'

/** Which model answers in flows that use the default model. */
export function useDefaultModel() {
  return trpc.defaultModel.get.useQuery(undefined, { staleTime: 30_000 }).data
}
