// A name server for tests.
import { createSocket } from "node:dgram";
import { once } from "node:events";

const headBytes = 12;
const typeA = 1;

// Returns the end of the question, which begins after the head: labels, type and class.
const questionEnd = (query) => {
  let at = headBytes;
  while (query[at] !== 0) at += query[at] + 1;
  return at + 5;
};

const answerTo = (query, addresses) => {
  const question = query.subarray(headBytes, questionEnd(query));
  const found = question.readUInt16BE(question.length - 4) === typeA ? addresses : [];
  const head = Buffer.alloc(headBytes);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8580, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(found.length, 6);
  // The name is a pointer to the question's, and the record lives for a second.
  const records = found.map((address) => Buffer.concat([
    Buffer.from("c00c00010001000000010004", "hex"), Buffer.from(address.split(".").map(Number))]));
  return Buffer.concat([head, question, ...records]);
};

/**
 * Starts a name server that gives every name the addresses (IPv4) that `addresses()` returns, until
 * the test ends. Returns its address, and a function that returns the number of queries so far.
 */
export const startDnsServer = async (context, addresses) => {
  let queries = 0;
  const socket = createSocket("udp4").on("message", (query, { port, address }) => {
    ++queries;
    socket.send(answerTo(query, addresses()), port, address);
  });
  context.after(() => socket.close());
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { address: `127.0.0.1:${socket.address().port}`, queries: () => queries };
};
