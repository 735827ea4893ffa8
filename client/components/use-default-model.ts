import { trpc } from '#client/api/trpc.ts'

export function useDefaultModel() {
  return trpc.defaultModel.get.useQuery(undefined, { staleTime: 30_000 }).data
}
