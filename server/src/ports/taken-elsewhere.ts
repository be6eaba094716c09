/** The code with which a switch closes sockets of devices that another process goes on with (RFC 6455: Service Restart). */
export const takenElsewhere = 1012;
