import { defineNode } from '#server/engine/define-node.ts'

export const seqState = defineNode({
  name: 'seqState',
  label: 'State',
  version: 2,
  category: 'Sequential Agents',
  description: 'Values that all steps read and update.',
  icon: 'variable',
  baseClasses: ['State'],
  inputs: {
    stateMemory: {
      label: 'Custom State',
      type: 'tabs',
      tabIdentifier: 'selectedStateTab',
      default: 'stateMemoryUI',
      optional: true,
      additionalParams: true,
      tabs: [
        {
          name: 'stateMemoryUI',
          label: 'Custom State (Table)',
          type: 'datagrid',
          description: 'Replace sets a value, Append adds to a list.',
          datagrid: [
            { field: 'key', headerName: 'Key', editable: true },
            {
              field: 'type',
              headerName: 'Operation',
              type: 'singleSelect',
              valueOptions: ['Replace', 'Append'],
              editable: true,
            },
            { field: 'defaultValue', headerName: 'Default Value', flex: 1, editable: true },
          ],
          optional: true,
          additionalParams: true,
        },
        {
          name: 'stateMemoryCode',
          label: 'Custom State (Code)',
          type: 'code',
          description: 'An object of { value: reducer, default: () => initial value }.',
          optional: true,
          additionalParams: true,
        },
      ],
    },
  },
  // The start node reads the chosen tab, because keys belong to the whole flow.
  build: ({ label }) => ({ label }),
})
