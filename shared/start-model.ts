/** The chat model node that *Start here* puts onto a blank canvas: the installation's default model. */
export const startModel = 'chatDefault'
