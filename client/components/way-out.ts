import { useCallback } from 'react'
import { useNavigate } from 'react-router'

type WayOut = (path: string) => void

let wayOut: WayOut | undefined

/** A screen with unsaved work is asked before somebody is led elsewhere. Returns how to stop that. */
export function holdWayOut(next: WayOut): () => void {
  wayOut = next
  return () => {
    if (wayOut === next) {
      wayOut = undefined
    }
  }
}

/** Goes to an address as a link would, by the way that the open screen has set. */
export function useGoTo(): (path: string) => void {
  const navigate = useNavigate()
  return useCallback((path) => (wayOut ? wayOut(path) : navigate(path)), [navigate])
}
