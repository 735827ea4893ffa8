import { useSyncExternalStore } from 'react'
import { requestHeaders } from '#client/api/client.ts'
import { toResponseError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import type { PoolUpload } from '#shared/pools.ts'
import { createPoolUploads, type PoolUploads } from './pool-uploads.ts'

/** By pool. They go on while the user is elsewhere. */
const known = new Map<string, PoolUploads>()

type Utils = ReturnType<typeof trpc.useUtils>

export function uploadsOf(poolId: string, utils: Utils): PoolUploads {
  const found = known.get(poolId) ?? openUploads(poolId, utils)
  known.set(poolId, found)
  return found
}

function openUploads(poolId: string, utils: Utils): PoolUploads {
  const { client } = utils
  return createPoolUploads({
    begin: ({ name, size: bytes }, replaces) =>
      client.pools.beginUpload.mutate({ poolId, name, bytes, ...(replaces !== undefined && { replaces }) }),
    sendPart: (upload, offset, part) => sendPart(poolId, upload, { offset, part }),
    complete: ({ id: uploadId }) => client.pools.completeUpload.mutate({ poolId, uploadId }),
    cancel: ({ id: uploadId }) => client.pools.cancelUpload.mutate({ poolId, uploadId }),
    onCompleted: () => void utils.pools.invalidate(),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
}

async function sendPart(
  poolId: string,
  { id }: PoolUpload,
  { offset, part }: { offset: number; part: Blob },
): Promise<number> {
  const response = await fetch(`/api/v1/document-pools/${poolId}/uploads/${id}?offset=${offset}`, {
    method: 'PUT',
    headers: { ...requestHeaders(), 'content-type': 'application/octet-stream' },
    body: part,
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) {
    throw toResponseError(response.status, body)
  }
  return (body as PoolUpload).received
}

export function useUploads(poolId: string) {
  const uploads = uploadsOf(poolId, trpc.useUtils())
  return { uploads, list: useSyncExternalStore(uploads.listen, uploads.list) }
}
