// The mail server of the benchmark: takes every email and keeps nothing but whom it is for, its id and when it came.
import { createServer } from 'node:http';
import { SMTPServer } from 'smtp-server';

const { SMTP_PORT, CONTROL_PORT } = process.env;
const MESSAGE_ID = /^message-id: *<([^>]*)>/im;
const SUBJECT = /^subject: *(.*)$/im;
const taken = [];

new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData: (stream, session, callback) => {
    // Everything that is wanted stands in the head.
    let head = '';
    stream.on('data', (chunk) => {
      if (head.length < 4096) head += chunk.toString('latin1');
    });
    stream.once('end', () => {
      const to = session.envelope.rcptTo[0].address;
      taken.push({ to, id: MESSAGE_ID.exec(head)?.[1] ?? null, subject: SUBJECT.exec(head)?.[1] ?? '', at: Date.now() });
      callback();
    });
  },
}).listen(Number(SMTP_PORT), '127.0.0.1');
createServer((request, response) => {
  const from = Number(new URL(request.url, 'http://localhost').searchParams.get('from') ?? taken.length);
  response.end(JSON.stringify({ taken: taken.length, mails: taken.slice(from) }));
}).listen(Number(CONTROL_PORT), '127.0.0.1');
