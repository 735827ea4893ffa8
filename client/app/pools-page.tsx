import './inside.css'
import { useParams } from 'react-router'
import type { PoolPaths } from '#client/features/pools/pool-paths.ts'
import { PoolScreen } from '#client/features/pools/pool-screen.tsx'
import { PoolsScreen } from '#client/features/pools/pools-screen.tsx'
import { paths } from './paths.ts'

const poolPaths: PoolPaths = {
  list: paths.app('document-pools'),
  pool: paths.pool,
  flow: paths.canvas,
  store: paths.store,
}

export function PoolsPage() {
  return <PoolsScreen paths={poolPaths} />
}

export function PoolPage() {
  const { poolId = '' } = useParams()
  return <PoolScreen key={poolId} id={poolId} paths={poolPaths} />
}
