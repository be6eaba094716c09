// A worker's script: passes text between the page and the soft phone on this machine. The server writes the port.
const socket = new WebSocket("ws://127.0.0.1:{{port}}");
socket.onopen = () => self.postMessage({ open: true });
socket.onmessage = ({ data }) => self.postMessage({ text: String(data) });
socket.onclose = ({ code }) => {
  self.postMessage({ closed: code });
  self.close();
};
self.onmessage = ({ data }) => {
  // What was sent before the end still goes out.
  if (data === null) socket.close();
  else if (socket.readyState === WebSocket.OPEN) socket.send(data);
};
