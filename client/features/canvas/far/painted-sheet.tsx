import { useEffect, useRef } from 'react'
import { useStoreApi } from 'reactflow'
import { useDrawnCards } from '../card/drawn-provider.tsx'
import { useCanvasStore } from '../store/use-canvas.ts'
import { createSheet } from './sheet.ts'
import { useTouched } from './touched.ts'
import './far.css'

export function PaintedSheet() {
  const host = useRef<HTMLDivElement>(null)
  const room = useStoreApi()
  const store = useCanvasStore()
  const drawn = useDrawnCards()
  useEffect(
    () => (host.current ? createSheet(host.current, { room, store, drawn }) : undefined),
    [room, store, drawn],
  )
  useTouched()
  return <div ref={host} className="sheet" />
}
