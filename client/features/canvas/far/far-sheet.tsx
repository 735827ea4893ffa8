import { useEffect, useRef } from 'react'
import { useStore, useStoreApi } from 'reactflow'
import { isLarge } from '../card/detail.ts'
import { useDrawnCards } from '../card/drawn-provider.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { createSheet } from './sheet.ts'
import { useTouched } from './touched.ts'
import './far.css'

/** All cards and wires of a large flow that are not drawn, on one sheet under what can be touched. */
export function FarSheet() {
  const large = useStore(isLarge)
  const picturing = useCanvas((state) => state.picturing)
  return large && !picturing ? <Sheet /> : null
}

function Sheet() {
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
