const nodesOf = (count: number) => (count === 1 ? '1 node' : `${count} nodes`)

/** Groups that are kept to be put into other flows. */
export const parts = {
  keep: 'Save as template part',
  title: 'Save as template part',
  text: 'The group with all that stands in it can then be put into any flow. Credentials and secrets stay behind.',
  name: 'Name',
  description: 'Description',
  submit: 'Save',
  saved: (name: string) => `“${name}” is among My parts.`,
  mine: 'My parts',
  nodes: nodesOf,
  insert: (name: string, count: number) => `Insert ${name}, ${nodesOf(count)}`,
  remove: (name: string) => `Delete part ${name}`,
  removeTitle: (name: string) => `Delete the part “${name}”?`,
  removeText: 'Flows it was put into stay as they are.',
  removeButton: 'Delete',
  removed: (name: string) => `“${name}” was deleted.`,
  failed: 'Your parts could not be loaded.',
}
