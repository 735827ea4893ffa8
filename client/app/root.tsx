import { Outlet } from 'react-router'
import { useDocumentTitle } from './page-title.tsx'

/** Above every screen, whatever its address. */
export function Root() {
  useDocumentTitle()
  return <Outlet />
}
