/** Of loaders that read PDF files. */
export const pdfUsage = {
  label: 'PDF Usage',
  type: 'options',
  options: [
    { label: 'One document per page', name: 'perPage' },
    { label: 'One document per file', name: 'perFile' },
  ],
  default: 'perPage',
  optional: true,
  additionalParams: true,
} as const
