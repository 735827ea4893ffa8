import { Button, Typography } from '@mui/joy'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { pasteClip } from '../graph/clip.ts'
import type { Graph, Point } from '../graph/flow-graph.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

type Props = { loaded: Graph; place: Point; onClose: () => void; onDone: () => void }

/** A flow file for a canvas that is not empty: beside what is there, or in its place. Either can be taken back. */
export function LoadDialog({ loaded, place, onClose, onDone }: Props) {
  const { canvas, common } = useTexts()
  const store = useCanvasStore()
  const missing = missingKinds(loaded, store.getState().templates)

  function insert() {
    const clip = { nodes: [...loaded.nodes.values()], edges: [...loaded.edges.values()] }
    let ids: string[] = []
    store.getState().act({ name: 'insert', count: clip.nodes.length }, (graph) => {
      const pasted = pasteClip(graph, clip, place)
      ids = pasted.ids
      return pasted.graph
    })
    store.getState().select(ids)
    onClose()
  }

  return (
    <Dialog
      title={canvas.loadTitle}
      size="m"
      onClose={onClose}
      footer={
        <>
          <Button variant="plain" color="neutral" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button variant="outlined" color="neutral" onClick={insert}>
            {canvas.insertBeside}
          </Button>
          <Button
            onClick={() => {
              replaceAll(store, loaded)
              onDone()
            }}
          >
            {canvas.replaceAll}
          </Button>
        </>
      }
    >
      <Typography level="body-md">{canvas.loadCount(loaded.nodes.size, loaded.edges.size)}</Typography>
      {missing.length > 0 && (
        <Typography level="body-sm" color="warning">
          {canvas.loadMissing(missing.join(', '))}
        </Typography>
      )}
    </Dialog>
  )
}

/** Puts a loaded flow in the place of what is there, as one step. */
export function replaceAll(store: ReturnType<typeof useCanvasStore>, loaded: Graph) {
  const count = loaded.nodes.size
  store.getState().act({ name: 'load', count }, () => loaded)
}

function missingKinds(loaded: Graph, templates: ReadonlyMap<string, unknown>): string[] {
  const names = [...loaded.nodes.values()]
    .filter(({ type }) => type !== 'stickyNote')
    .map(({ data }) => data.name)
  return [...new Set(names)].filter((name) => !templates.has(name))
}
