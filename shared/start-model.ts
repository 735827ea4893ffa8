/** The chat model node that *Start here* puts onto a blank canvas: the default model of the installation. */
export const startModel = 'chatDefault'
