import './inside.css'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { ChunksScreen } from '#client/features/stores/chunks/chunks-screen.tsx'
import { StoreScreen } from '#client/features/stores/detail/store-screen.tsx'
import { IndexScreen } from '#client/features/stores/index/index-screen.tsx'
import { StoresScreen } from '#client/features/stores/list/stores-screen.tsx'
import { QueryScreen } from '#client/features/stores/query/query-screen.tsx'
import { SourceScreen } from '#client/features/stores/source/source-screen.tsx'
import type { StorePaths } from '#client/features/stores/store-paths.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { AdminOnly } from './admin-only.tsx'
import { paths } from './paths.ts'

const storePaths: StorePaths = {
  list: paths.app('document-stores'),
  store: paths.store,
  source: paths.storeSource,
  chunks: paths.storeChunks,
  index: paths.storeIndex,
  query: paths.storeQuery,
  flow: paths.canvas,
  billing: paths.app('usage-billing'),
}

function ForAdmins({ children }: { children: ReactNode }) {
  const { shell } = useTexts()
  return <AdminOnly screen={shell.menu.documentStores}>{children}</AdminOnly>
}

export function StoresPage() {
  return (
    <ForAdmins>
      <StoresScreen paths={storePaths} />
    </ForAdmins>
  )
}

export function StorePage() {
  const { storeId = '' } = useParams()
  return (
    <ForAdmins>
      <StoreScreen key={storeId} id={storeId} paths={storePaths} />
    </ForAdmins>
  )
}

export function StoreSourcePage() {
  const { storeId = '', name = '' } = useParams()
  return (
    <ForAdmins>
      <SourceScreen key={`${storeId} ${name}`} storeId={storeId} name={name} paths={storePaths} />
    </ForAdmins>
  )
}

export function StoreChunksPage() {
  const { storeId = '', fileId = '' } = useParams()
  return (
    <ForAdmins>
      <ChunksScreen key={`${storeId} ${fileId}`} storeId={storeId} sourceId={fileId} paths={storePaths} />
    </ForAdmins>
  )
}

export function StoreIndexPage() {
  const { storeId = '', docId } = useParams()
  return (
    <ForAdmins>
      <IndexScreen key={`${storeId} ${docId}`} storeId={storeId} sourceId={docId} paths={storePaths} />
    </ForAdmins>
  )
}

export function StoreQueryPage() {
  const { storeId = '' } = useParams()
  return (
    <ForAdmins>
      <QueryScreen key={storeId} storeId={storeId} paths={storePaths} />
    </ForAdmins>
  )
}
