// Replaces a collector: writes the bytes of an exporter to a file unchanged.
// `node recorder.mjs <name>` listens on 4318 (HTTP) and 4317 (gRPC) and ends after one request of each.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Server, ServerCredentials } from '@grpc/grpc-js'

const name = process.argv[2] ?? 'recorded'
const write = (transport, bytes) =>
  writeFileSync(join(import.meta.dirname, `${name}-${transport}.bin`), bytes)

const http = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    write('http', Buffer.concat(chunks))
    console.log(request.method, request.url, JSON.stringify(request.headers, null, 1))
    response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end()
    http.close()
  })
})
http.listen(4318, '127.0.0.1')

const bytes = (value) => value
const grpc = new Server()
const path = '/opentelemetry.proto.collector.trace.v1.TraceService/Export'
const codec = {
  requestSerialize: bytes,
  requestDeserialize: bytes,
  responseSerialize: bytes,
  responseDeserialize: bytes,
}
grpc.addService(
  { Export: { path, requestStream: false, responseStream: false, ...codec } },
  {
    Export: (call, callback) => {
      write('grpc', call.request)
      console.log('gRPC', JSON.stringify(call.metadata.getMap()))
      callback(null, Buffer.alloc(0))
      setTimeout(() => grpc.forceShutdown(), 200)
    },
  },
)
grpc.bindAsync('127.0.0.1:4317', ServerCredentials.createInsecure(), () => undefined)
