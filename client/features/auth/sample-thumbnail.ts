import type { Thumbnail } from '#shared/flows.ts'

export const sampleThumbnail: Thumbnail = {
  boxes: [
    { x: 0, y: 0, width: 320, height: 180, kind: 'document', rows: 1 },
    { x: 0, y: 220, width: 320, height: 130, kind: 'document', rows: 1 },
    { x: 0, y: 400, width: 320, height: 150, kind: 'embeddings', rows: 1 },
    { x: 0, y: 610, width: 320, height: 130, kind: 'memory', rows: 1 },
    { x: 490, y: 110, width: 320, height: 260, kind: 'retriever', rows: 3 },
    { x: 490, y: 420, width: 320, height: 240, kind: 'model', rows: 3 },
    { x: 1000, y: 240, width: 320, height: 320, kind: 'agent', rows: 5 },
  ],
  threads: [
    { from: 0, to: 4, kind: 'document' },
    { from: 1, to: 4, kind: 'document' },
    { from: 2, to: 4, kind: 'embeddings' },
    { from: 4, to: 6, kind: 'retriever' },
    { from: 5, to: 6, kind: 'model' },
    { from: 3, to: 6, kind: 'memory' },
  ],
}
