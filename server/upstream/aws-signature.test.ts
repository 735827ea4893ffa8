import { expect, test } from 'vitest'
import { readAwsKeys, signAws } from './aws-signature.ts'

// The example in AWS's documentation: GET of an object with a range.
test('a request is signed as documented by Amazon', async () => {
  const headers = await signAws(
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      headers: { Range: 'bytes=0-9' },
      region: 'us-east-1',
      service: 's3',
    },
    { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
    new Date('2013-05-24T00:00:00Z'),
  )

  expect(headers.authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

test('a listing is signed with its query', async () => {
  const headers = await signAws(
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J'),
      region: 'us-east-1',
      service: 's3',
    },
    { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
    new Date('2013-05-24T00:00:00Z'),
  )

  expect(headers.authorization).toContain(
    'Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  )
})

test('a session key is sent and signed', async () => {
  const keys = readAwsKeys('id\nsecret\nsession')
  const url = new URL('https://bedrock-runtime.eu-central-1.amazonaws.com/model/a%3Ab/invoke')

  const headers = await signAws(
    { method: 'POST', url, body: '{}', region: 'eu-central-1', service: 'bedrock' },
    keys,
    new Date(0),
  )

  expect(headers['x-amz-security-token']).toBe('session')
  expect(headers.authorization).toContain('x-amz-security-token')
})
