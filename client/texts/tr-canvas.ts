import type { enCanvas } from './en-canvas.ts'
import { canvas } from './tr/canvas.ts'
import { agent } from './tr/canvas-agent.ts'
import { board } from './tr/canvas-board.ts'
import { checklist } from './tr/canvas-checklist.ts'
import { canvasFields } from './tr/canvas-fields.ts'
import { canvasHabits } from './tr/canvas-habits.ts'
import { canvasImport } from './tr/canvas-import.ts'
import { outline } from './tr/canvas-outline.ts'
import { parts } from './tr/canvas-parts.ts'
import { canvasRun } from './tr/canvas-run.ts'
import { canvasSpoken } from './tr/canvas-spoken.ts'
import { canvasStart } from './tr/canvas-start.ts'
import { canvasTools } from './tr/canvas-tools.ts'
import { versions } from './tr/canvas-versions.ts'
import { chat } from './tr/chat.ts'
import { chatUploads } from './tr/chat-uploads.ts'
import { chatVisitor } from './tr/chat-visitor.ts'
import { nodes } from './tr/nodes.ts'
import { translateSentence } from './tr/patterns.ts'
import { sentences } from './tr/sentences.ts'
import { trEntry } from './tr-entry.ts'

export const trCanvas: typeof enCanvas = {
  ...trEntry,
  translated: (sentence) => sentences[sentence] ?? translateSentence(sentence),
  canvas,
  board,
  agent,
  checklist,
  outline,
  canvasFields,
  canvasHabits,
  canvasImport,
  canvasRun,
  parts,
  canvasSpoken,
  canvasStart,
  canvasTools,
  versions,
  nodes,
  chat,
  chatUploads,
  chatVisitor,
}
