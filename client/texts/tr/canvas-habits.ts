import type { canvasHabits as source } from '../en/canvas-habits.ts'

export const canvasHabits: typeof source = {
  preferences: 'Tuval tercihleri',
  tryCode: 'Test et…',
  newTool: 'Yeni araç…',
  linkedTo: (label) => `bağlı olduğu: ${label}`,
  cheaper: (model, cost, node) =>
    `${node === '' ? '' : `“${node}” düğümünde `}${model} ile: mesaj başına ≈ ${cost}`,
}
