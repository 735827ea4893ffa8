/** An empty control-flow file: nothing but its start, which always is there. */
export function newAgentFlow(label: string): string {
  const id = 'startAgentflow_0'
  const params = [
    {
      label: 'Input Type',
      name: 'startInputType',
      type: 'options',
      options: [
        { label: 'Chat Input', name: 'chatInput' },
        { label: 'Form Input', name: 'formInput' },
      ],
      default: 'chatInput',
    },
    {
      label: 'Form Title',
      name: 'formTitle',
      type: 'string',
      show: { startInputType: 'formInput' },
    },
    { label: 'Ephemeral Memory', name: 'startEphemeralMemory', type: 'boolean', optional: true },
    {
      label: 'Flow State',
      name: 'startState',
      type: 'array',
      optional: true,
      array: [
        { label: 'Key', name: 'key', type: 'string' },
        { label: 'Value', name: 'value', type: 'string', optional: true },
      ],
    },
    { label: 'Persist State', name: 'startPersistState', type: 'boolean', optional: true },
  ]
  const position = { x: 0, y: 0 }
  const node = {
    id,
    type: 'agentFlow',
    position,
    positionAbsolute: position,
    data: {
      id,
      label,
      version: 1,
      name: 'startAgentflow',
      type: 'Start',
      color: '#7EE787',
      hideInput: true,
      baseClasses: ['Start'],
      category: 'Agent Flows',
      description: '',
      inputParams: params.map((param) => ({ ...param, id: `${id}-input-${param.name}-${param.type}` })),
      inputAnchors: [],
      inputs: {
        startInputType: 'chatInput',
        formTitle: '',
        startEphemeralMemory: '',
        startState: '',
        startPersistState: '',
      },
      outputAnchors: [{ id: `${id}-output-startAgentflow`, label: 'Start', name: 'startAgentflow' }],
      outputs: {},
      selected: false,
    },
  }
  return JSON.stringify({ nodes: [node], edges: [] })
}
