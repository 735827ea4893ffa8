import { createStore } from 'zustand'
import { type CatalogueSlice, createCatalogue } from './catalogue.ts'
import { createDocument, type DocumentSlice } from './document.ts'
import { createLinking, type LinkingSlice } from './linking.ts'
import { createRun, type RunSlice } from './run.ts'
import { createSurface, type SurfaceSlice } from './surface.ts'
import { createView, type ViewSlice } from './view.ts'

export type CanvasState = CatalogueSlice & DocumentSlice & ViewSlice & LinkingSlice & RunSlice & SurfaceSlice

/**
 * State of an open canvas. Components select single values, so typing in a field re-renders only that field.
 */
export function createCanvasStore() {
  return createStore<CanvasState>((...tools) => ({
    ...createCatalogue(...tools),
    ...createDocument(...tools),
    ...createView(...tools),
    ...createLinking(...tools),
    ...createRun(...tools),
    ...createSurface(...tools),
  }))
}

export type CanvasStore = ReturnType<typeof createCanvasStore>
