// The floor: the same answers from node:http, mysql2 and SQL written by hand, with nothing else in between.
import { createServer } from 'node:http';
import mysql from 'mysql2/promise';
import { callbackRoutes } from './callbacks.mjs';
import { listRoutes } from './lists.mjs';
import { publicRoutes } from './public.mjs';
import { statsRoutes } from './stats.mjs';

const { FLOOR_PORT, FLOOR_DATABASE, FLOOR_DB_PORT, FLOOR_SECRET = '' } = process.env;

const pool = mysql.createPool({
  host: '127.0.0.1',
  port: Number(FLOOR_DB_PORT),
  user: 'root',
  database: FLOOR_DATABASE,
  connectionLimit: 10,
  timezone: 'Z',
});
const sql = async (text, values = []) => (await pool.execute(text, values))[0];
const routes = {
  ...listRoutes(sql),
  ...statsRoutes(sql),
  ...publicRoutes(sql),
  ...callbackRoutes(pool, FLOOR_SECRET),
};

const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://floor');
  const name = Object.hasOwn(routes, url.pathname) ? url.pathname : `/${url.pathname.split('/')[1]}/`;
  const route = routes[name];
  if (!route) return void response.writeHead(404).end();
  if (request.method === 'GET') return void answer(route, url, '', response);
  let body = '';
  request.setEncoding('utf8').on('data', (text) => (body += text));
  request.on('end', () => void answer(route, url, body, response));
});

async function answer(route, url, body, response) {
  try {
    const result = await route(url, body);
    const isText = typeof result === 'string';
    const bytes = Buffer.from(isText ? result : JSON.stringify(result));
    response.setHeader('content-type', isText ? 'text/html; charset=utf-8' : 'application/json');
    response.setHeader('content-length', bytes.length);
    response.end(bytes);
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
}

server.listen(Number(FLOOR_PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
