import { useCallback } from 'react'
import { useNavigate } from 'react-router'

type WayOut = (path: string) => void

let wayOut: WayOut | undefined

/** Lets a screen with unsaved work intercept navigation. Returns the unregister function. */
export function holdWayOut(next: WayOut): () => void {
  wayOut = next
  return () => {
    if (wayOut === next) {
      wayOut = undefined
    }
  }
}

/** Navigates like a link, through the handler the open screen has set. */
export function useGoTo(): (path: string) => void {
  const navigate = useNavigate()
  return useCallback((path) => (wayOut ? wayOut(path) : navigate(path)), [navigate])
}
