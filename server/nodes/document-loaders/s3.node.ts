import { awsApi } from '#server/credentials/aws-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { Document } from '#server/engine/handles.ts'
import type { DocumentFormat } from '#server/engine/ports.ts'
import { toChoices } from '#server/nodes/chat-models/choices.ts'
import { AppError } from '#shared/errors.ts'
import {
  currentPeriod,
  type LoaderCall,
  type LoaderPorts,
  loaderOutputs,
  makeSource,
  metadata,
  omitMetadataKeys,
  textSplitter,
} from './document-source.ts'
import { formatOf } from './file-source.ts'
import { requestS3 } from './read-bucket.ts'
import { regions } from './s3-regions.ts'

type Call = LoaderCall & {
  inputs: { readonly bucketName: string; readonly keyName: string; readonly region: string }
  credential:
    | { readonly awsKey: string; readonly awsSecret: string; readonly awsSession: string | undefined }
    | undefined
  ports: LoaderPorts
}

export const s3 = defineNode({
  name: 'S3',
  label: 'S3',
  version: 5,
  category: 'Document Loaders',
  description: 'Reads one file from an Amazon S3 bucket. Refreshed daily.',
  icon: 'document',
  baseClasses: ['Document'],
  credential: awsApi,
  credentialOptional: true,

  inputs: {
    bucketName: { label: 'Bucket', type: 'string' },
    keyName: { label: 'Object Key', type: 'string', placeholder: 'folder/menu.pdf' },
    region: { label: 'Region', type: 'asyncOptions', loadMethod: 'listRegions', default: 'us-east-1' },
    fileProcessingMethod: {
      label: 'File Processing Method',
      type: 'options',
      options: [{ label: 'Built In Loaders', name: 'builtIn' }],
      default: 'builtIn',
      optional: true,
    },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => {
    const { bucketName: bucket, keyName: name, region } = call.inputs
    const format = formatOf(name)
    return makeSource(call, {
      key: JSON.stringify(['s3', bucket, name, region, currentPeriod(24)]),
      load: () => readObject(call, format),
    })
  }),

  loadMethods: {
    listRegions: async () => toChoices(regions),
  },
})

async function readObject({ inputs, credential, ports }: Call, format: DocumentFormat): Promise<Document[]> {
  const { bucketName, keyName, region } = inputs
  if (!/^[a-z\d][a-z\d.-]+$/.test(bucketName) || !/^[a-z\d-]+$/.test(region)) {
    throw new AppError('INVALID_FLOW', `${bucketName} in ${region} is not an S3 bucket.`)
  }
  const path = keyName.split('/').map(encodeURIComponent).join('/')
  const url = `https://${bucketName}.s3.${region}.amazonaws.com/${path}`
  const response = await requestS3(url, { region, about: `${bucketName}/${keyName}` }, credential, ports)
  const read = await ports.readDocument(new Uint8Array(await response.arrayBuffer()), format, {
    name: keyName,
  })
  return read.map((document) => ({
    ...document,
    metadata: { source: `s3://${bucketName}/${keyName}`, ...document.metadata },
  }))
}
