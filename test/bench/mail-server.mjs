// The mail server of the benchmark: takes every email and keeps none.
import { createServer } from 'node:http';
import { SMTPServer } from 'smtp-server';

const { SMTP_PORT, CONTROL_PORT } = process.env;
let taken = 0;

new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData: (stream, _session, callback) => {
    stream.resume();
    stream.once('end', () => {
      taken += 1;
      callback();
    });
  },
}).listen(Number(SMTP_PORT), '127.0.0.1');
createServer((_request, response) => response.end(JSON.stringify({ taken }))).listen(Number(CONTROL_PORT), '127.0.0.1');
