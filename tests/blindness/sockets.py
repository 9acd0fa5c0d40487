"""The options of a station's connection: read from its own socket through pidfd_getfd(2),
and as the far end sees them."""
import ctypes
import os
import socket
import struct

PIDFD_GETFD = 438  # the system call's number, the same on all machines

# Every option by which two working connections may differ.
OPTIONS = [(level, name) for level, names in (
    (socket.SOL_SOCKET, ('SO_KEEPALIVE', 'SO_LINGER', 'SO_RCVBUF', 'SO_SNDBUF',
                         'SO_PRIORITY', 'SO_OOBINLINE', 'SO_RCVLOWAT', 'SO_DONTROUTE',
                         'SO_MARK', 'SO_RCVTIMEO', 'SO_SNDTIMEO')),
    (socket.IPPROTO_TCP, ('TCP_NODELAY', 'TCP_CORK', 'TCP_MAXSEG', 'TCP_KEEPIDLE',
                          'TCP_KEEPINTVL', 'TCP_KEEPCNT', 'TCP_SYNCNT', 'TCP_LINGER2',
                          'TCP_DEFER_ACCEPT', 'TCP_WINDOW_CLAMP', 'TCP_USER_TIMEOUT',
                          'TCP_CONGESTION', 'TCP_NOTSENT_LOWAT')),
    (socket.IPPROTO_IP, ('IP_TTL', 'IP_TOS', 'IP_OPTIONS'))) for name in names]


def borrow(pid, address):
    """The process's socket that is connected to that address. Raises PermissionError if
    the process may not be looked into."""
    call = ctypes.CDLL(None, use_errno=True).syscall
    process = os.pidfd_open(pid)
    try:
        for name in os.listdir('/proc/%d/fd' % pid):
            fd = call(PIDFD_GETFD, process, int(name), 0)
            if fd < 0 and ctypes.get_errno() in (1, 13, 38):  # EPERM, EACCES, ENOSYS
                raise PermissionError('pidfd_getfd')
            if fd >= 0 and is_connected_to(fd, address):
                return socket.socket(fileno=fd)
            if fd >= 0:
                os.close(fd)
    finally:
        os.close(process)
    raise LookupError('the station has no such connection')


def is_connected_to(fd, address):
    try:
        return socket.socket(fileno=os.dup(fd)).getpeername() == address
    except OSError:
        return False


def options_of(connection):
    """Name and bytes of each option."""
    return [(name, connection.getsockopt(level, getattr(socket, name), 64).hex())
            for level, name in OPTIONS]


def seen_from(connection):
    """The parameters that TCP sends to the far end of a station: its options, window
    scale and maximum segment size."""
    info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104)
    return [('options', info[5]), ('window scale', info[6] & 15),
            ('segment', struct.unpack_from('I', info, 16)[0])]
