export const canvasHabits = {
  preferences: 'Canvas preferences',
  tryCode: 'Test…',
  newTool: 'New tool…',
  linkedTo: (label: string) => `linked to ${label}`,
  cheaper: (model: string, cost: string, node: string) =>
    `With ${model}${node === '' ? '' : ` in “${node}”`}: ≈ ${cost} a message`,
}
